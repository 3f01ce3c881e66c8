import type { ViewError } from '@playhead/metrics/view-columns.ts'
import { cutText } from '../beacon/cut-text.ts'
import { flagOf, textOf } from '../beacon/read-value.ts'
import type { ArrivedEvent } from '../player-event.ts'

/** Of errors that a view repeats, the first is kept: none of the rest changes what it is judged to be. */
const mostErrors = 20
const codeLength = 256
const messageLength = 1_024
const contextLength = 2_048

const cut = (text: string | null, length: number): string | null =>
  text === null ? null : cutText(text, length)

export interface ErrorMoment {
  isBeforeFirstFrame: boolean
  isInAd: boolean
  isAfterEnd: boolean
  at: number
}

export function errorOf(event: ArrivedEvent, moment: ErrorMoment): ViewError {
  const { fields } = event
  return {
    code: cut(textOf(fields.player_error_code), codeLength),
    message: cut(textOf(fields.player_error_message), messageLength),
    context: cut(textOf(fields.player_error_context), contextLength),
    severity: fields.player_error_severity === 'warning' ? 'warning' : 'fatal',
    is_business_exception: flagOf(fields.player_error_business_exception) ?? false,
    is_before_first_frame: moment.isBeforeFirstFrame,
    is_in_ad: moment.isInAd,
    is_after_end: moment.isAfterEnd,
    at: moment.at,
  }
}

const isSame = (a: ViewError, b: ViewError): boolean =>
  a.code === b.code &&
  a.message === b.message &&
  a.severity === b.severity &&
  a.is_business_exception === b.is_business_exception &&
  a.is_before_first_frame === b.is_before_first_frame &&
  a.is_in_ad === b.is_in_ad &&
  a.is_after_end === b.is_after_end

/** A fatal state without a word of why: the error that gives the reason, before it or after it, is the same one. */
const isBare = (error: ViewError): boolean =>
  error.severity === 'fatal' && error.code === null && error.message === null

const pick = ({ code, message, context, is_business_exception }: ViewError) => ({
  code,
  message,
  context,
  is_business_exception,
})

export function noteError(
  errors: ViewError[],
  error: ViewError,
  /** An error before it of which no state told yet whether it was fatal. */
  undecided: ViewError | null = null,
): void {
  if (errors.some((known) => isSame(known, error))) return
  if (isBare(error) && errors.some((known) => known.severity === 'fatal')) return
  const reason =
    undecided !== null && isBare(error) ? errors.findIndex((known) => isSame(known, undecided)) : -1
  if (undecided !== null && reason >= 0) {
    errors[reason] = { ...undecided, severity: 'fatal' }
    return
  }
  const bare = error.severity === 'fatal' ? errors.findIndex(isBare) : -1
  if (bare >= 0 && errors[bare]) {
    errors[bare] = { ...errors[bare], ...pick(error) }
    return
  }
  if (errors.length < mostErrors) {
    errors.push(error)
    return
  }
  // Among very many warnings the error that ended the view must not be lost.
  if (error.severity === 'fatal' && errors.every((known) => known.severity === 'warning'))
    errors[mostErrors - 1] = error
}
