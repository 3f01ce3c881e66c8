export type GrammarField = 'filters' | 'metric_filters' | 'timeframe'

/** A question that cannot be asked, with the place of what is wrong in it. */
export class GrammarError extends Error {
  override readonly name = 'GrammarError'
  readonly field: GrammarField
  /** Which text of the list, from 0. */
  readonly position: number
  /** Which character of that text, from 0. */
  readonly offset: number

  constructor(field: GrammarField, position: number, offset: number, message: string) {
    super(message)
    this.field = field
    this.position = position
    this.offset = offset
  }
}
