import type { z } from 'zod'
import type { App } from '../app.ts'

export interface JobCall<Payload> {
  app: App
  payload: Payload
  jobId: string
  environmentId: string | null
  /** 1 for the first try. */
  attempt: number
  /** Ends when the job was cancelled, lost its lease or the program stops. */
  signal: AbortSignal
  /** Kept at most once a second. */
  progress: (part: number, step?: string) => void
}

export type EndedCall<Payload> = Omit<JobCall<Payload>, 'signal' | 'progress'>

/** What a feature does outside of requests. A run may be cut off anywhere and is then begun anew: write it so. */
export interface Job<Payload = unknown> {
  /** `asset.ingest`: what, then what happens to it. */
  kind: string
  payload: z.ZodType<Payload>
  /** Of one environment at the same time in one process; there is a place more for another. */
  concurrency: number
  attemptsMax: number
  /** Makes files: it waits while the rest of the disk is kept for the databases. */
  takesRoom?: true
  /** Between tries; by default it doubles from two seconds up to five minutes. */
  retryAfterSeconds?: (attempt: number) => number
  run(call: JobCall<Payload>): Promise<void>
  /** After the last try failed, or a PermanentFailure was thrown. */
  gaveUp?(call: EndedCall<Payload>, error: Error): Promise<void>
  /** After an operator called it off, whether it ran or still waited. */
  cancelled?(call: EndedCall<Payload>): Promise<void>
}

/** A reason that no repetition changes. */
export class PermanentFailure extends Error {
  override readonly name: string = 'PermanentFailure'
}

/** What the job was for is deleted meanwhile, and nobody waits for it: it ends as if it had been called off. */
export class SubjectGone extends Error {
  override readonly name: string = 'SubjectGone'
}

// oxlint-disable-next-line typescript/no-explicit-any -- jobs of every payload stand in one list
export type AnyJob = Job<any>

export const job = <Payload>(given: Job<Payload>): AnyJob => given
