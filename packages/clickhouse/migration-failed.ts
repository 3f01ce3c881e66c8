export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed'
  readonly isFinal = true
  readonly publicMessage: string

  constructor(publicMessage: string, cause?: unknown) {
    super(publicMessage, { cause })
    this.publicMessage = publicMessage
  }
}
