import type { CallError } from '../calls/call-error.ts'
import { here } from '../navigation/navigation.ts'
import { errorEffects, type ErrorEffects } from './error-effects.ts'

export interface Handling {
  /** Any result but false means that the error is handled. SHELL-104 */
  handleError?: ((error: CallError) => boolean | void) | undefined
  /** Shows the failure in a dialog with a reload button instead of a toast. SHELL-112 */
  showModal?: boolean | undefined
  /** The caller shows the failure: no toast, no dialog. Steps that leave the page still run. */
  quiet?: boolean | undefined
}

interface Step {
  name: string
  matches: (error: CallError, handling: Handling) => boolean
  run: (error: CallError, effects: ErrorEffects) => void
  /** Runs even if the caller set `quiet`. */
  isUnavoidable?: true
}

const ignore = () => undefined

const isBillingPage = () => /\/(account|settings)\/billing(\/|\?|$)/.test(here())

/** The first matching step handles the error. SHELL-103 */
export const errorOrder: Step[] = [
  {
    name: 'custom handler',
    matches: (error, { handleError }) => handleError !== undefined && handleError(error) !== false,
    run: ignore,
    isUnavoidable: true,
  },
  {
    name: 'invalid environment',
    matches: ({ type }) => type === 'invalid_environment',
    run: (_, effects) => effects.showBadEnvironment(),
    isUnavoidable: true,
  },
  {
    name: 'plan refusal',
    matches: ({ type }) => type === 'upgrade_required',
    run: ({ flagName }, effects) => effects.requireUpgrade(flagName),
  },
  {
    name: '402 disabled user',
    matches: ({ status, type }) => status === 402 && type === 'disabled_user',
    run: (_, effects) => effects.redirectTo('/logout'),
    isUnavoidable: true,
  },
  {
    // On a page of billing it would lead back to itself: that page shows the failure. BILL-003
    name: '402',
    matches: ({ status }) => status === 402 && !isBillingPage(),
    run: (_, effects) => effects.redirectTo('/settings/billing'),
    isUnavoidable: true,
  },
  {
    name: '404',
    matches: ({ status }) => status === 404,
    run: ({ messages }, effects) => effects.showNotFound(messages),
  },
  {
    name: '429',
    matches: ({ status }) => status === 429,
    run: (_, effects) => effects.showSlowDown(),
  },
  {
    name: '400 invalid timeframe',
    matches: ({ status, type }) => status === 400 && type === 'invalid_timeframe',
    run: ignore,
  },
  {
    name: '401 unauthenticated organization',
    matches: ({ status, type }) => status === 401 && type === 'unauthenticated_organization',
    run: (_, effects) => effects.redirectTo('/sso-required'),
    isUnavoidable: true,
  },
  {
    name: '403 second factor required',
    matches: ({ status, type }) => status === 403 && type === 'second_factor_required',
    run: (_, effects) => effects.redirectTo('/second-factor-required'),
    isUnavoidable: true,
  },
  {
    // A form that shows its own failures closes with its dialog; a visitor of a demo reads this in either case. DEMO-004
    name: '403 demo',
    matches: ({ status, type }) => status === 403 && type === 'demo',
    run: ({ messages }, effects) => effects.showDemo(messages),
    isUnavoidable: true,
  },
  {
    name: '401',
    matches: ({ status }) => status === 401,
    run: (_, effects) => effects.redirectTo('/logout'),
    isUnavoidable: true,
  },
  {
    name: 'modal',
    matches: (_, { showModal }) => showModal === true,
    run: ({ messages }, effects) => effects.showModal(messages),
  },
  {
    name: 'cancelled',
    matches: ({ type }) => type === 'request_cancelled' || type === 'question_stopped',
    run: ignore,
  },
  {
    name: 'toast',
    matches: () => true,
    run: ({ messages, logHref }, effects) =>
      effects.showToast(
        messages.length > 0 ? messages : ['Something went wrong, please try again later.'],
        logHref,
      ),
  },
]

export const handleCallError = (
  error: CallError,
  handling: Handling = {},
  effects: ErrorEffects = errorEffects,
) => {
  const step = errorOrder.find(({ matches }) => matches(error, handling))!
  if (!handling.quiet || step.isUnavoidable) step.run(error, effects)
}
