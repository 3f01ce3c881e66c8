import { useCallback } from 'react'
import { CallError } from '@playhead/web-kit/calls/call-error.ts'
import {
  captchaFailureText,
  type CaptchaOptions,
  useCaptcha,
} from '@playhead/web-kit/forms/captcha.ts'

/** A token for one call; if the script fails, the form shows it like any refusal. AUTH-023, AUTH-026 */
export const useCaptchaToken = (options: CaptchaOptions | null) => {
  const { getToken, failure } = useCaptcha(options)
  const tokenFor = useCallback(
    async (action: string) => {
      try {
        return await getToken(action)
      } catch (cause) {
        throw new CallError({ type: 'captcha_failed', messages: [captchaFailureText], cause })
      }
    },
    [getToken],
  )
  return { tokenFor, failure }
}
