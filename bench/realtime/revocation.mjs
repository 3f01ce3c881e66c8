#!/usr/bin/env node
// Usage: node bench/realtime/revocation.mjs [--rounds=5] – how soon a topic ends once its access has been taken away, and how soon a stop does with open sockets.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LongPoll, Socket } from 'phoenix'
import { register } from 'tsx/esm/api'
import { WebSocket } from 'ws'
import { buildProgram } from '../../tools/setup/build-program.mjs'
import { median } from '../web/measure-page.mjs'
import { runServer } from '../run-server.mjs'
import { writeSection } from '../write-results.mjs'

register()
const { connect } = await import('@playhead/postgres/client.ts')
const { startPostgres } = await import('@playhead/postgres/launcher.ts')
const { setColumn } = await import('@playhead/testing/rows/rows.ts')

const root = path.join(import.meta.dirname, '../..')
const dataFolder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-'))
const given = process.argv.find((argument) => argument.startsWith('--rounds='))
const rounds = Number(given?.slice('--rounds='.length) ?? 5)
const password = `tall-harbour-${randomUUID()}`

const activityOf = ({ organization }) => `activity:${organization.id}`
const monitoringOf = ({ environment }) => `monitoring:${environment.id}`

/** What takes away what a person has joined with. */
const ways = [
  {
    name: 'Sign-out',
    takeAway: ({ member }) => ask(member, 'DELETE', '/ui/v1/session'),
  },
  {
    name: 'Sign-out everywhere',
    takeAway: ({ member }) => ask(member, 'DELETE', '/ui/v1/sessions'),
  },
  {
    name: 'Removed member',
    takeAway: ({ admin, member, organization }) =>
      ask(admin, 'POST', `/ui/v1/organizations/${organization.id}/remove-user`, {
        user_id: member.id,
      }),
  },
  {
    name: 'Other environments',
    takeAway: giveEnvironment,
  },
  {
    name: 'Disabled user',
    takeAway: ({ member }) =>
      setColumn(postgres, 'users', 'disabled_at', new Date(), { id: member.id }),
  },
  {
    name: 'Ended masquerade',
    isStaff: true,
    takeAway: ({ member }) => ask(member, 'DELETE', '/ui/v1/masquerade'),
  },
  {
    name: 'Real-time data switched off',
    topic: monitoringOf,
    takeAway: ({ organization }) => setRealtime(organization, 'false'),
    putBack: ({ organization }) => setRealtime(organization, 'true'),
  },
  {
    name: 'Deleted environment',
    topic: monitoringOf,
    takeAway: ({ admin, environment: { id, name } }) =>
      ask(admin, 'DELETE', `/ui/v1/environments/${id}?name=${encodeURIComponent(name)}`),
  },
]
const transports = [
  { name: 'WebSocket', Transport: WebSocket },
  { name: 'long-poll', Transport: LongPoll },
]

await buildProgram(root)
const database = await startPostgres({
  dataFolder: path.join(dataFolder, 'postgres-apart'),
  log: () => undefined,
})
const postgres = connect(database)
const server = await runServer(['build/server/main.js'], {
  cwd: root,
  dataFolder,
  env: { DATABASE_URL: database.url, PLAYHEAD_DEMO: '0' },
})
let isRunning = true
const stop = async () => {
  if (isRunning) await server.stop()
  isRunning = false
}
const rows = []
try {
  const organization = await operate('organization create', { name: 'Bench' })
  const environment = await addEnvironment(organization)
  const admin = await addPerson(organization, { isAdmin: true })
  const place = { organization, environment, admin }
  for (const transport of transports) {
    for (const way of ways) {
      const times = []
      for (let round = 0; round < rounds; round += 1)
        times.push(await measureMember(place, transport.Transport, way))
      rows.push([`${way.name}, ${transport.name}`, figures(times)])
    }
  }
  const times = []
  for (let round = 0; round < rounds; round += 1) times.push(await measureToken(place))
  rows.push(['Revoked access token, WebSocket', figures(times)])
  const people = await Promise.all(Array.from({ length: 5 }, () => addPerson(organization)))
  const sockets = await Promise.all(people.flatMap((person) => openSockets({ ...person, place })))
  const startedAt = performance.now()
  await stop()
  const took = performance.now() - startedAt
  rows.push([`Planned stop with ${sockets.length} open WebSockets`, `${took.toFixed(0)} ms`])
  for (const socket of sockets) socket.disconnect()
} finally {
  await stop()
  await postgres.close()
  await database.stop()
  rmSync(dataFolder, { recursive: true, force: true })
}
writeSection(
  root,
  'realtime',
  'How soon access ends',
  rows,
  `From the call that takes access away until the topic ends at the client; medians of ${rounds}, and the longest.`,
)

function figures(times) {
  return `${median(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms`
}

async function measureMember(given, Transport, { topic = activityOf, isStaff, takeAway, putBack }) {
  const { organization } = given
  // One that may be deleted.
  const environment =
    topic === monitoringOf ? await addEnvironment(organization) : given.environment
  const place = { ...given, environment }
  const member = { ...(await addPerson(isStaff ? undefined : organization, { isStaff })), place }
  if (isStaff)
    await ask(member, 'POST', '/ui/v1/masquerade', {
      masquerade: { organization_id: organization.id },
    })
  const { token } = (await ask(member, 'GET', '/ui/v1/session')).data
  const known = { ...place, member, admin: { ...place.admin, place } }
  if (topic === monitoringOf) await giveEnvironment(known)
  const options = { transport: Transport, authToken: token }
  const took = await measureEnd(topic(place), options, () => takeAway(known))
  await putBack?.(known)
  return took
}

async function measureToken(place) {
  const admin = { ...place.admin, place }
  const { data: token } = await ask(admin, 'POST', '/ui/v1/access-tokens', {
    access_token: {
      environment_id: place.environment.id,
      name: 'Bench',
      permissions: ['video:read'],
    },
  })
  const basic = Buffer.from(`${token.id}:${token.private_key}`).toString('base64')
  class Authorized extends WebSocket {
    constructor(address, protocols) {
      super(address, protocols, { headers: { authorization: `Basic ${basic}` } })
    }
  }
  const revoke = () => ask(admin, 'POST', `/ui/v1/access-tokens/${token.id}/revoke`)
  return measureEnd(activityOf(place), { transport: Authorized }, revoke)
}

/** Joins, takes away, and waits until the topic is not joined any more. */
async function measureEnd(topic, options, takeAway) {
  const socket = new Socket(`${server.origin.replace('http', 'ws')}/socket`, options)
  socket.connect()
  const channel = socket.channel(topic)
  await new Promise((resolve, reject) => {
    const fail = (reason) => reject(new Error(`${topic}: ${JSON.stringify(reason)}`))
    channel.join().receive('ok', resolve).receive('error', fail).receive('timeout', fail)
  })
  const ended = new Promise((resolve) => {
    channel.onClose(() => resolve(performance.now()))
    channel.onError(() => resolve(performance.now()))
  })
  const startedAt = performance.now()
  await takeAway()
  const took = (await ended) - startedAt
  socket.disconnect()
  return took
}

/** As many as a session may have; each has joined the topic that says when to come back. */
function openSockets(person) {
  return Array.from({ length: 20 }, async () => {
    const { token } = (await ask(person, 'GET', '/ui/v1/session')).data
    const socket = new Socket(`${server.origin.replace('http', 'ws')}/socket`, {
      transport: WebSocket,
      authToken: token,
      // The server does not come back.
      reconnectAfterMs: () => 60_000,
    })
    socket.connect()
    const channel = socket.channel('system', { build: '' })
    await new Promise((resolve, reject) =>
      channel.join().receive('ok', resolve).receive('error', reject),
    )
    return socket
  })
}

function giveEnvironment({ admin, member, environment }) {
  return ask(admin, 'PUT', `/ui/v1/users/${member.id}/environments`, {
    user: { environments: [environment.id] },
  })
}

function setRealtime({ id }, value) {
  return operate('organization update', { id, feature: `realtime=${value}` })
}

async function addEnvironment(organization) {
  const name = `Production ${randomUUID().slice(0, 8)}`
  const { id } = await operate('environment create', {
    organization: organization.id,
    name,
    type: 'production',
  })
  return { id, name }
}

async function addPerson(organization, { isAdmin, isStaff } = {}) {
  const email = `${randomUUID().slice(0, 8)}@example.com`
  const options = {
    email,
    password,
    ...(organization && { organization: organization.id }),
    ...(isAdmin && { admin: true }),
    ...(isStaff && { internal: true }),
  }
  const { id } = await operate('user create', options)
  const answer = await fetch(`${server.origin}/ui/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'playhead' },
    body: JSON.stringify({ session: { email, password } }),
  })
  if (answer.status !== 201) throw new Error(await answer.text())
  return {
    id,
    cookie: answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; '),
  }
}

async function ask({ cookie, place }, method, address, body) {
  const answer = await fetch(server.origin + address, {
    method,
    headers: {
      cookie,
      'content-type': 'application/json',
      'x-requested-with': 'playhead',
      'x-organization-id': place.organization.id,
      'x-environment-id': place.environment.id,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

/** An operator's command, sent to the running program. */
function operate(command, options) {
  const body = JSON.stringify({ command, options })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  const socketPath = path.join(dataFolder, 'playhead.sock')
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath, method: 'POST', path: '/command', headers }, (reply) => {
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (chunk) => (text += chunk))
      reply.on('end', () =>
        reply.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(text)),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
