import type { ViewError } from '@playhead/metrics/view-columns.ts'
import { cutText } from '../beacon/cut-text.ts'
import { flagOf, textOf } from '../beacon/read-value.ts'
import type { ArrivedEvent } from '../player-event.ts'

/** Of many errors in a view only the first ones are kept: later ones do not change its judgement. */
const mostErrors = 20
const codeLength = 256
const messageLength = 1_024
const contextLength = 2_048

const cut = (text: string | null, length: number): string | null =>
  text === null ? null : cutText(text, length)

interface ErrorMoment {
  isBeforeFirstFrame: boolean
  isInAd: boolean
  isAfterEnd: boolean
  at: number
}

export const errorOf = (event: ArrivedEvent, moment: ErrorMoment): ViewError => {
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

/** A fatal state without a reason: the error that gives the reason, before or after it, is the same error. */
const isBare = (error: ViewError): boolean =>
  error.severity === 'fatal' && error.code === null && error.message === null

const pick = ({ code, message, context, is_business_exception }: ViewError) => ({
  code,
  message,
  context,
  is_business_exception,
})

export const noteError = (
  errors: ViewError[],
  error: ViewError,
  /** An earlier error whose severity no state has decided yet. */
  undecided: ViewError | null = null,
): void => {
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
  // Even among very many warnings, the error that ended the view must be kept.
  if (error.severity === 'fatal' && errors.every((known) => known.severity === 'warning'))
    errors[mostErrors - 1] = error
}
