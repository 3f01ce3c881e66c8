import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { accountPage, bodyOf, startServer } from './stand-in.ts'

interface GithubPerson {
  id: number
  name: string
  emails: { email: string; verified: boolean; primary: boolean }[]
}

interface Agreed {
  person: GithubPerson
  challenge: string
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** The endpoints that GitHub documents for signing in, with a page to choose one of the people. */
export const startGithubStandIn = async (
  client: { id: string; secret: string },
  people: GithubPerson[],
) => {
  const codes = new Map<string, Agreed>()
  const tokens = new Map<string, GithubPerson>()

  const authorize = async (
    request: IncomingMessage,
    response: ServerResponse,
    query: URLSearchParams,
  ) => {
    if (query.get('client_id') !== client.id) return response.writeHead(404).end()
    if (request.method !== 'POST') {
      const accounts = people.map(({ id, name }) => ({
        id: String(id),
        label: `Authorize as ${name}`,
      }))
      response.writeHead(200, { 'content-type': 'text/html' })
      return response.end(
        accountPage('Authorize Playhead', [...accounts, { id: '', label: 'Cancel' }]),
      )
    }
    const chosen = (await bodyOf(request)).get('account')
    const person = people.find(({ id }) => String(id) === chosen)
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('state', query.get('state') ?? '')
    if (person) {
      const code = randomBytes(10).toString('hex')
      codes.set(code, { person, challenge: query.get('code_challenge') ?? '' })
      back.searchParams.set('code', code)
    } else {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_description', 'The user has denied your application access.')
    }
    return response.writeHead(302, { location: back.href }).end()
  }

  const exchange = async (request: IncomingMessage, response: ServerResponse) => {
    const form = await bodyOf(request)
    const code = form.get('code') ?? ''
    const agreed = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      form.get('client_id') === client.id &&
      form.get('client_secret') === client.secret &&
      agreed?.challenge === challenge
    // GitHub sends refusals with status 200.
    if (!isRight) return json(response, 200, { error: 'bad_verification_code' })
    const token = `gho_${randomBytes(12).toString('hex')}`
    tokens.set(token, agreed.person)
    return json(response, 200, {
      access_token: token,
      token_type: 'bearer',
      scope: 'read:user,user:email',
    })
  }

  return startServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://github')
    if (pathname === '/login/oauth/authorize')
      return void authorize(request, response, searchParams)
    if (pathname === '/login/oauth/access_token' && request.method === 'POST')
      return void exchange(request, response)
    const person = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (!person || !request.headers['user-agent'])
      return json(response, 401, { message: 'Bad credentials' })
    if (pathname === '/user')
      return json(response, 200, { id: person.id, login: 'ada', name: person.name })
    if (pathname === '/user/emails') return json(response, 200, person.emails)
    return json(response, 404, { message: 'Not Found' })
  })
}
