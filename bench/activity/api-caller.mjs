import { Agent, request } from 'node:http'

/** Calls the API as a program; returns the status and how long the response took. */
export const apiCaller = (origin, { id, secret }, connections) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const call = (path, { method = 'GET', body } = {}) =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now()
      const text = body === undefined ? undefined : JSON.stringify(body)
      const headers = {
        authorization,
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        }),
      }
      const sent = request(`${origin}${path}`, { agent, method, headers }, async (response) => {
        const chunks = await response.toArray().catch(reject)
        resolve({
          status: response.statusCode,
          ms: performance.now() - startedAt,
          text: Buffer.concat(chunks ?? []).toString(),
        })
      })
      sent.on('error', reject)
      sent.end(text)
    })
  return { call, close: () => agent.destroy() }
}

export const percentile = (times, share) => {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
}
