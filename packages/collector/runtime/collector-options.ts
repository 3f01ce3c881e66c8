import type { IncomingHttpHeaders } from 'node:http'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import type { RequestContext } from '@playhead/enrichment/request-context.ts'
import type { ErrorRules } from '../view/judge-errors.ts'

/** What the collector needs to know about an environment. */
export interface CollectedEnvironment {
  id: string
  key: string
  status: 'waiting' | 'views_processing' | 'integrated'
  retentionDays: number
  errorRules: ErrorRules
}

/** Where environments are looked up; rejects while the database is unavailable. */
export interface EnvironmentDirectory {
  findByKeys(keys: readonly string[]): Promise<CollectedEnvironment[]>
  findByIds(ids: readonly string[]): Promise<CollectedEnvironment[]>
  /** A status never moves backwards. */
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
  /** For events without an environment key. */
  defaultEnvironmentKey?: string | undefined
  /** Limit for bodies in flight and views in memory together. */
  memoryBytes?: number
  now?: () => number
}

export interface CollectorStats {
  openViews: number
  heldBytes: number
  /** Limit for held bytes and running views together. */
  memoryBytes: number
  waitingRequests: number
  /** Average of the last ten seconds. */
  eventsPerSecond: number
  batchesPerSecond: number
  events: { stored: number; duplicate: number; rejected: number }
  shedRequests: number
}

/** Id used for events whose environment is not known. */
export const unknownEnvironmentId = '00000000-0000-0000-0000-000000000000'

/** A view is complete after this silence, and final (it accepts no more events) after the longer one. */
export const completeAfterMs = 60_000
export const finalAfterMs = 3_600_000
