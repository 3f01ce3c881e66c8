import type { z } from 'zod'
import type { App } from '../app.ts'
import type { JobKind } from './job-kind.ts'

export interface JobCall<Payload> {
  app: App
  payload: Payload
  jobId: string
  environmentId: string | null
  /** 1 for the first try. */
  attempt: number
  /** Aborted when the job is cancelled, loses its lease, or the program stops. */
  signal: AbortSignal
  /** Saved at most once a second. */
  progress: (part: number, step?: string) => void
}

export type EndedCall<Payload> = Omit<JobCall<Payload>, 'signal' | 'progress'>

/** Work of a feature outside of requests. A run may be interrupted anywhere and then starts again: make it idempotent. */
export interface Job<Payload = unknown> {
  kind: string
  payload: z.ZodType<Payload>
  /** Concurrent runs per environment in one process; one more may run for another environment. */
  concurrency: number
  attemptsMax: number
  /** Creates files: it waits while only the disk reserve for the databases is left. */
  takesRoom?: true
  /** Seconds between tries; the default doubles from two seconds up to five minutes. */
  retryAfterSeconds?: (attempt: number) => number
  run(call: JobCall<Payload>): Promise<void>
  /** Called after the last try failed, or a PermanentFailure was thrown. */
  gaveUp?(call: EndedCall<Payload>, error: Error): Promise<void>
  /** Called after the job was cancelled, whether it was running or queued. */
  cancelled?(call: EndedCall<Payload>): Promise<void>
}

/** A failure that a retry would not change. */
export class PermanentFailure extends Error {
  override readonly name: string = 'PermanentFailure'
}

/** The subject of the job was deleted while it ran: the job ends as if it had been cancelled. */
export class SubjectGone extends Error {
  override readonly name: string = 'SubjectGone'
}

// oxlint-disable-next-line typescript/no-explicit-any -- jobs of every payload stand in one list
export type AnyJob = Job<any>

export const job = <Payload extends Record<string, unknown>>(
  { name, payload }: JobKind<Payload>,
  given: Omit<Job<NoInfer<Payload>>, 'kind' | 'payload'>,
): AnyJob => ({ kind: name, payload, ...given })
