import { randomPKCECodeVerifier } from 'openid-client'
import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import { sameSitePath } from '../same-site-path.ts'
import { startFlow } from './flows.ts'
import { githubAuthorizeUrl } from './github-account.ts'

interface Beginning {
  next: string | null | undefined
  /** The session to prove; when absent, the visit is a sign-in. */
  proves: string | null
}

/** Returns the URL at GitHub to go to. */
export const beginGithub = async (app: App, request: RequestFacts, { next, proves }: Beginning) => {
  const verifier = randomPKCECodeVerifier()
  const state = await startFlow(app, request, 'github', {
    verifier,
    next: sameSitePath(next, app.settings.publicUrl),
    proves,
  })
  return githubAuthorizeUrl(app, state, verifier)
}
