/** What became of one attempt. */
export interface Outcome {
  isDelivered: boolean
  /** Undefined where no HTTP response came. */
  statusCode?: number
  /** What the receiver said. */
  answer?: string
  /** Undefined when it was delivered. */
  error?: string
  /** A repetition cannot succeed. */
  isFinal?: boolean
  /** No answer came, so the receiver may have it. */
  mayHaveArrived?: boolean
  /** How long the receiver asks to wait. */
  retryAfterSeconds?: number
}
