/** The engine cannot be started; `publicMessage` tells the operator why in one sentence. */
export class EngineNotStarted extends Error {
  override readonly name = 'EngineNotStarted'
  readonly publicMessage: string
  /** True when a retry cannot help. */
  readonly isFinal: boolean

  constructor(publicMessage: string, options: { isFinal?: boolean; cause?: unknown } = {}) {
    super(publicMessage, { cause: options.cause })
    this.publicMessage = publicMessage
    this.isFinal = options.isFinal ?? false
  }
}
