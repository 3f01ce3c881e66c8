import type { IncomingHttpHeaders } from 'node:http'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import type { RequestContext } from '@playhead/enrichment/request-context.ts'
import type { ErrorRules } from '../view/judge-errors.ts'

/** What the collector has to know of an environment. */
export interface CollectedEnvironment {
  id: string
  key: string
  status: 'waiting' | 'views_processing' | 'integrated'
  retentionDays: number
  errorRules: ErrorRules
}

/** Where environments are found; rejects while it cannot be asked. */
export interface EnvironmentDirectory {
  findByKeys(keys: readonly string[]): Promise<CollectedEnvironment[]>
  findByIds(ids: readonly string[]): Promise<CollectedEnvironment[]>
  /** A status only ever moves forward. */
  advanceStatus(id: string, status: 'views_processing' | 'integrated'): Promise<void>
}

export interface DescribeRequest {
  (request: {
    address: string
    userAgent: string
    clientHints: IncomingHttpHeaders
  }): RequestContext
}

export interface CollectorLog {
  info(message: string, detail?: Record<string, unknown>): void
  warn(message: string, detail?: Record<string, unknown>): void
  error(message: string, detail?: Record<string, unknown>): void
}

export interface CollectorOptions {
  clickhouse: ClickHouse
  directory: EnvironmentDirectory
  describe: DescribeRequest
  log: CollectorLog
  /** For events that name no environment. */
  defaultEnvironmentKey?: string | undefined
  /** Bodies on their way and views in memory together stay below it. */
  memoryBytes?: number
  now?: () => number
}

export interface CollectorStats {
  openViews: number
  heldBytes: number
  /** What held bytes and running views stay below. */
  memoryBytes: number
  waitingRequests: number
  /** Over the last ten seconds. */
  eventsPerSecond: number
  batchesPerSecond: number
  events: { stored: number; duplicate: number; rejected: number }
  shedRequests: number
}

/** Stands for events of which no environment is known. */
export const nobodysEnvironment = '00000000-0000-0000-0000-000000000000'

/** A view counts as complete after this silence, and takes no more events after the longer one. */
export const completeAfterMs = 60_000
export const finalAfterMs = 3_600_000
