import { aBadRequest, StripeErrorAnswer } from './stripe-error.ts'

export interface Answer {
  status: number
  body: object
}

interface Remembered {
  request: string
  at: number
  /** Undefined while the first request is handled. */
  answer: Answer | undefined
}

const keptMs = 24 * 3_600_000
const keyLengthMax = 255

/** Idempotency keys: the first answer is given again for a day, a 402 and a 500 as well. */
export class RememberedAnswers {
  readonly #now: () => number
  readonly #kept = new Map<string, Remembered>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** The answer of before; undefined for a new key, which is noted. */
  take(key: string, request: string): Answer | undefined {
    if (key.length > keyLengthMax)
      throw aBadRequest(`Idempotency keys are limited to ${keyLengthMax} characters.`)
    const known = this.#kept.get(key)
    if (!known || this.#now() - known.at >= keptMs) {
      this.#kept.set(key, { request, at: this.#now(), answer: undefined })
      return undefined
    }
    if (known.request !== request)
      throw aBadRequest(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        { type: 'idempotency_error' },
      )
    if (!known.answer)
      throw aBadRequest(
        `There is currently another in-progress request using this Idempotent Key: ${key}`,
        { code: 'idempotency_key_in_use' },
        409,
      )
    return known.answer
  }

  keep(key: string, answer: Answer) {
    const known = this.#kept.get(key)
    if (known) known.answer = answer
  }

  /** What failed before it was begun, such as a parameter that is missing, is not remembered. */
  forget(key: string) {
    this.#kept.delete(key)
  }
}

export const isOfExecution = (error: unknown): error is StripeErrorAnswer =>
  error instanceof StripeErrorAnswer && (error.status === 402 || error.status >= 500)
