import { GrammarError, type GrammarField } from './grammar-error.ts'

const longestTextShown = 60

/** Reads one text of a list from left to right and reports where it is invalid. */
export class TextReader {
  readonly text: string
  readonly #field: GrammarField
  readonly #position: number
  #offset = 0

  constructor(field: GrammarField, position: number, text: string) {
    this.#field = field
    this.#position = position
    this.text = text
  }

  get offset(): number {
    return this.#offset
  }

  get isAtEnd(): boolean {
    return this.#offset === this.text.length
  }

  /** Consumes the first of the given texts that comes next; undefined when none does. */
  take<Expected extends string>(...expected: readonly Expected[]): Expected | undefined {
    const found = expected.find((text) => this.text.startsWith(text, this.#offset))
    this.#offset += found?.length ?? 0
    return found
  }

  /** Consumes all following characters that match; possibly none. */
  takeWhile(character: RegExp): string {
    const start = this.#offset
    while (!this.isAtEnd && character.test(this.text[this.#offset] ?? '')) this.#offset += 1
    return this.text.slice(start, this.#offset)
  }

  takeRest(): string {
    const rest = this.text.slice(this.#offset)
    this.#offset = this.text.length
    return rest
  }

  fail(message: string, offset = this.#offset): never {
    const place = `${this.#field}[${this.#position}] at character ${offset + 1}`
    const shown =
      this.text.length > longestTextShown ? `${this.text.slice(0, longestTextShown)}…` : this.text
    throw new GrammarError(
      this.#field,
      this.#position,
      offset,
      `${message} (${place} of '${shown}')`,
    )
  }
}
