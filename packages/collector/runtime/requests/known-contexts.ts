import type { IncomingMessage } from 'node:http'
import { clientHintHeaders } from '@playhead/enrichment/client-hints.ts'
import type { RequestContext } from '@playhead/enrichment/request-context.ts'
import type { DescribeRequest } from '../collector-options.ts'

const contextsMax = 20_000
/** Browser headers are shorter. Longer ones are not cached, or they would fill the memory. */
const keyMax = 2_000

/** Shares one context object among all requests of a viewer, so that values derived from it are computed once. */
export class KnownContexts {
  readonly #describe: DescribeRequest
  readonly #contexts = new Map<string, RequestContext>()

  constructor(describe: DescribeRequest) {
    this.#describe = describe
  }

  of({ headers }: IncomingMessage, address: string): RequestContext {
    const userAgent = headers['user-agent'] ?? ''
    let key = `${address}\n${userAgent}`
    for (const name of clientHintHeaders) {
      const hint = headers[name]
      if (hint !== undefined) key += `\n${name} ${String(hint)}`
    }
    const known = this.#contexts.get(key)
    if (known) {
      this.#contexts.delete(key)
      this.#contexts.set(key, known)
      return known
    }
    const context = this.#describe({ address, userAgent, clientHints: headers })
    if (key.length > keyMax) return context
    this.#contexts.set(key, context)
    if (this.#contexts.size > contextsMax) this.#forgetOldest()
    return context
  }

  #forgetOldest() {
    for (const key of this.#contexts.keys()) {
      this.#contexts.delete(key)
      return
    }
  }
}
