import type { Handlers } from '@playhead/server-kit/implement.ts'
import { findDemoSignIn } from '@playhead/server-kit/server-state.sql.ts'
import type { signIn } from '../contract.ts'
import { isFirstVisit } from './accounts/first-visit.ts'

export const retrieveOptions: Handlers<typeof signIn>['options'] = async ({ app }) => {
  const { captcha, github, passwordLengthMin, isDemo } = app.settings
  return {
    data: {
      github: github !== undefined,
      captcha: captcha ? { key: captcha.key, script_urls: captcha.scriptUrls } : null,
      password_length_min: passwordLengthMin,
      first_visit: await isFirstVisit(app),
      demo: isDemo ? ((await findDemoSignIn(app.postgres)) ?? null) : null,
    },
  }
}
