import type { z } from 'zod'

/** The name and payload of a job: shared by the features that enqueue it and the one that runs it. */
export interface JobKind<Payload extends Record<string, unknown>> {
  /** Subject and action, such as `asset.ingest`. Stored rows contain it, so it must not change. */
  readonly name: string
  readonly payload: z.ZodType<Payload>
}

/** Declared in `server/jobs.ts` of the feature that runs it. */
export const jobKind = <Payload extends Record<string, unknown>>(
  name: string,
  payload: z.ZodType<Payload>,
): JobKind<Payload> => ({ name, payload })

export type PayloadOf<Kind> = Kind extends JobKind<infer Payload> ? Payload : never
