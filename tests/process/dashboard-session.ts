import type { RunningProgram } from './running-program.ts'

/** Signs in as the demo admin and calls the API as the dashboard does. */
export const signInToDemo = async (program: RunningProgram, cookie?: string) => {
  const headers: Record<string, string> = {
    'x-requested-with': 'playhead',
    'content-type': 'application/json',
    ...(cookie && { cookie }),
  }
  if (!cookie) {
    const answer = await fetch(`${program.url}/ui/v1/session`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ session: program.demo }),
    })
    if (answer.status !== 201) throw new Error(`The sign-in failed: ${await answer.text()}`)
    headers.cookie = answer.headers.get('set-cookie')!.split(';')[0]!
  }
  const session = (await (await fetch(`${program.url}/ui/v1/session`, { headers })).json()) as {
    data: { organization: { id: string }; properties: { id: string; organization_id: string }[] }
  }
  const organizationId = session.data.organization.id
  headers['x-organization-id'] = organizationId
  const environmentId = session.data.properties.find(
    (one) => one.organization_id === organizationId,
  )!.id
  headers['x-environment-id'] = environmentId
  return {
    cookie: headers.cookie!,
    environmentId,
    call: (method: string, path: string, body?: unknown) =>
      fetch(`${program.url}${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(10_000),
      }),
  }
}

export type DashboardSession = Awaited<ReturnType<typeof signInToDemo>>

/** Resolves to the id once the server has acknowledged it. */
export const createToken = async (session: DashboardSession, name: string) => {
  const answer = await session.call('POST', '/ui/v1/access-tokens', {
    access_token: { environment_id: session.environmentId, name, permissions: ['data:read'] },
  })
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { data: { id: string } }).data.id
}

export const listTokenIds = async (session: DashboardSession) => {
  const ids: string[] = []
  for (let page = 1; ; page += 1) {
    const answer = await session.call('GET', `/ui/v1/access-tokens?limit=100&page=${page}`)
    const { data } = (await answer.json()) as { data: { id: string }[] }
    if (data.length === 0) return ids
    ids.push(...data.map(({ id }) => id))
  }
}
