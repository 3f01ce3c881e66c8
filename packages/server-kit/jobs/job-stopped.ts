export type StopReason = 'cancelled' | 'lost' | 'stopping'

const sentences: Record<StopReason, string> = {
  cancelled: 'The work was cancelled.',
  lost: 'Another worker has taken over.',
  stopping: 'The program stops.',
}

/** The abort reason of a job's signal. */
export class JobStopped extends Error {
  override readonly name = 'JobStopped'
  constructor(readonly reason: StopReason) {
    super(sentences[reason])
  }
}

export const stopReasonOf = (signal: AbortSignal): StopReason | undefined =>
  signal.aborted && signal.reason instanceof JobStopped ? signal.reason.reason : undefined
