/** A visitor of the largest environment of the demo. */
export const visitDemo = async (origin) => {
  let headers = { 'content-type': 'application/json', 'x-requested-with': 'playhead' }
  const call = async (address, body) => {
    const response = await fetch(origin + address, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${address}: ${response.status}`)
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    if (cookies.length > 0) headers = { ...headers, cookie: cookies.join('; ') }
    return (await response.json()).data
  }
  const options = await call('/ui/v1/sign-in-options')
  await call('/ui/v1/session', { session: options.demo })
  const organizations = await call('/ui/v1/organizations')
  headers['x-organization-id'] = organizations.find(({ name }) => name === 'Northlight TV').id
  const environments = await call('/ui/v1/environments')
  const environment = environments.find(({ name }) => name === 'Production')
  headers['x-environment-id'] = environment.id
  return {
    environmentKey: environment.key,
    /** How many people watch, as its board says. */
    countViewers: async () => {
      const steps = await call('/data/v1/monitoring/metrics/current-concurrent-viewers/timeseries')
      return steps.findLast(({ value }) => value !== null)?.value ?? 0
    },
  }
}
