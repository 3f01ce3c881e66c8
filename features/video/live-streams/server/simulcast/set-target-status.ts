import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { openedSecret } from '../stream-key.ts'
import { insertTargetEvent } from './insert-target-event.ts'
import type { TargetRow } from './target-row.ts'
import { listTargets, type Tries, updateTarget } from './targets.sql.ts'

interface TargetState extends Partial<Tries> {
  status: TargetRow['status']
  severity?: 'normal' | 'fatal'
  error?: string
}

/** Changes the status of a target and records its event. */
export const setTargetStatus = async (
  environment: Environment,
  id: string,
  { status, severity, error, failures = 0, retrySeconds }: TargetState,
) => {
  const state = {
    status,
    error_severity: status === 'errored' ? (severity ?? 'normal') : null,
    last_error: status === 'errored' ? (error ?? null) : null,
  }
  const target = await updateTarget(environment, id, state, { failures, retrySeconds })
  if (target) await insertTargetEvent(environment, status, target)
}

export interface OpenedTarget {
  id: string
  url: string
  /** Undefined without a key, or if another server sealed it. */
  streamKey: string | undefined
}

/** The targets of a live stream with their keys, for the one who sends to them. */
export const openTargets = async (
  app: Pick<App, 'vault'>,
  environment: Environment,
  liveStreamId: string,
): Promise<OpenedTarget[]> =>
  (await listTargets(environment, [liveStreamId])).map(({ id, url, key_sealed: sealed }) => ({
    id,
    url,
    streamKey: sealed === null ? undefined : openedSecret(app, sealed),
  }))
