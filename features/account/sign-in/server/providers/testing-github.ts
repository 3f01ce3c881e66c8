import { createHash, randomBytes } from 'node:crypto'
import { startHttp } from '../testing-http.ts'

export interface GithubPerson {
  id: number
  name: string | null
  emails: { email: string; verified: boolean; primary: boolean }[]
}

/** A server with the endpoints that GitHub documents for signing in. */
export const startGithubStandIn = async (client: { id: string; secret: string }) => {
  const codes = new Map<string, { person: GithubPerson; challenge: string }>()
  const tokens = new Map<string, GithubPerson>()
  const { url, received } = await startHttp(({ method, path, headers, form }) => {
    if (method === 'POST' && path === '/login/oauth/access_token') {
      const code = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      const isRight =
        form.get('client_id') === client.id &&
        form.get('client_secret') === client.secret &&
        code?.challenge === challenge
      // GitHub sends its refusals with status 200.
      if (!isRight) return { body: { error: 'bad_verification_code' } }
      const token = `gho_${randomBytes(12).toString('hex')}`
      tokens.set(token, code.person)
      return { body: { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' } }
    }
    const person = tokens.get(headers.authorization?.replace('Bearer ', '') ?? '')
    if (!person || !headers['user-agent'])
      return { status: 401, body: { message: 'Bad credentials' } }
    if (path === '/user') return { body: { id: person.id, login: 'ada', name: person.name } }
    if (path === '/user/emails') return { body: person.emails }
    return { status: 404, body: { message: 'Not Found' } }
  })

  /** What GitHub's page does once the person agrees. */
  const agree = (authorizeUrl: string, person: GithubPerson) => {
    const query = new URL(authorizeUrl).searchParams
    const code = randomBytes(10).toString('hex')
    codes.set(code, { person, challenge: query.get('code_challenge') ?? '' })
    return { code, state: query.get('state') ?? '' }
  }
  return { url, received, agree }
}
