import { isForThisMachine } from '@playhead/server-kit/http/allowed-hosts.ts'
import { isPublicDemo } from '@playhead/server-kit/identity/visitor.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { findDemoSignIn } from '@playhead/server-kit/state/server-state.sql.ts'
import type { signIn } from '../contract.ts'
import { hasUsers } from './accounts/users.sql.ts'

export const retrieveOptions: Handlers<typeof signIn>['options'] = async ({
  app,
  request,
  session,
}) => {
  const { captcha, github, passwordLengthMin, smtpUrl, isDemo, publicDemo, hasMarketing } =
    app.settings
  const isDemoHere = isPublicDemo(app.settings, request.header('host'))
  return {
    data: {
      has_session: session !== undefined || isDemoHere,
      github: github !== undefined,
      captcha: captcha ? { key: captcha.key, script_urls: captcha.scriptUrls } : null,
      password_length_min: passwordLengthMin,
      sends_mail: smtpUrl !== undefined,
      first_visit: !isDemo && !(await hasUsers(app.postgres)),
      marketing: hasMarketing || isDemoHere,
      demo:
        isDemo && publicDemo === undefined && isForThisMachine(app.settings)
          ? ((await findDemoSignIn(app.postgres)) ?? null)
          : null,
    },
  }
}
