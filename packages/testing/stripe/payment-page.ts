import type { IncomingMessage, ServerResponse } from 'node:http'
import type { StripeAccount } from './stripe-account.ts'
import { StripeErrorAnswer } from './stripe-error.ts'
import type { Metadata, StripeOutcome } from './stripe-objects.ts'

const outcomes: readonly StripeOutcome[] = ['pays', 'declines', 'acts', 'waits']

const pageOf = (id: string, error: string) => `<!doctype html>
<html lang="en"><title>Stripe</title><h1>${id}</h1><p role="alert">${error}</p>
<form method="post">${outcomes
  .map((name) => `<button name="outcome" value="${name}">Use a method that ${name}</button>`)
  .join(' ')}</form></html>`

/** The page of a session, on which the payer chooses what becomes of it. */
export const sendPage = (
  { account, tags }: { account: StripeAccount; tags: ReadonlyMap<string, Metadata> },
  request: IncomingMessage,
  given: { id: string; body: string },
  response: ServerResponse,
) => {
  const session = account.sessions.get(given.id)
  if (session?.status !== 'open') return response.writeHead(410).end('This page has expired.')
  let error = ''
  if (request.method === 'POST') {
    const outcome = outcomes.find((name) => name === new URLSearchParams(given.body).get('outcome'))
    try {
      account.completeSession(given.id, outcome ?? 'pays', tags.get(given.id) ?? {})
      const location = session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', given.id)
      return response.writeHead(303, { location }).end()
    } catch (failure) {
      if (!(failure instanceof StripeErrorAnswer)) throw failure
      error = failure.message
    }
  }
  return response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(pageOf(given.id, error))
}
