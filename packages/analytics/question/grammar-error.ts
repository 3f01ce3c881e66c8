export type GrammarField = 'filters' | 'metric_filters' | 'timeframe'

/** A question that is not valid, with the position of the error. */
export class GrammarError extends Error {
  override readonly name = 'GrammarError'
  readonly field: GrammarField
  /** Index of the text in its list. */
  readonly position: number
  /** Index of the character in that text. */
  readonly offset: number

  constructor(field: GrammarField, position: number, offset: number, message: string) {
    super(message)
    this.field = field
    this.position = position
    this.offset = offset
  }
}
