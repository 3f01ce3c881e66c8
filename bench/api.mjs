#!/usr/bin/env node
// Usage: node bench/api.mjs – measures how fast the API responds, what a password hash costs, and how much memory the program uses.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildProgram } from '../tools/setup/build-program.mjs'
import { makePerson } from './make-person.mjs'
import { runServer } from './run-server.mjs'
import { writeResults } from './write-results.mjs'

const root = path.join(import.meta.dirname, '..')
const dataFolder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-'))
const requestCount = 2000
const connectionCount = 8
const agent = new Agent({ keepAlive: true, maxSockets: connectionCount })
const rows = []

await buildProgram(root)
try {
  const server = await runServer(['build/server/main.js'], { cwd: root, dataFolder })
  try {
    await measure(server, await makePerson(root, dataFolder))
  } finally {
    agent.destroy()
    await server.stop()
  }
} finally {
  rmSync(dataFolder, { recursive: true, force: true })
}
writeResults(
  root,
  'api',
  rows,
  `${requestCount} requests over ${connectionCount} connections from the same machine, after ${connectionCount * 25} to warm up.`,
)

async function measure({ origin, pid }, person) {
  rows.push(['Memory after the start, all processes', memory(pid)])
  // One caller per connection: the rate limit allows bursts of 600 requests and 20 a second.
  const browsers = await measureSignIn(origin, person)
  await measureLoad('GET /ui/v1/session', `${origin}/ui/v1/session`, browsers)
  const programs = []
  for (const browser of browsers) programs.push({ authorization: await tokenFor(origin, browser) })
  await measureLoad('GET /system/v1/whoami', `${origin}/system/v1/whoami`, programs)
  rows.push(['Memory after the load, all processes', memory(pid)])
}

/** Sequential: nearly all of the time is password hashing. */
async function measureSignIn(origin, person) {
  const times = []
  const browsers = []
  for (let connection = 0; connection < connectionCount; connection += 1) {
    const browser = { 'x-requested-with': 'playhead' }
    const answer = await ask(`${origin}/ui/v1/session`, browser, {
      session: { email: person.email, password: person.password },
    })
    times.push(answer.milliseconds)
    browsers.push({ ...browser, cookie: answer.cookie })
  }
  rows.push(['Sign in with a password, median', milliseconds(percentile(times, 0.5))])
  return browsers
}

async function tokenFor(origin, headers) {
  const session = await ask(`${origin}/ui/v1/session`, headers)
  const [environment] = session.body.data.properties
  const answer = await ask(
    `${origin}/ui/v1/access-tokens`,
    {
      ...headers,
      'x-organization-id': environment.organization_id,
    },
    {
      access_token: {
        environment_id: environment.id,
        name: 'Bench',
        permissions: ['system:read'],
      },
    },
  )
  const { id, private_key: key } = answer.body.data
  return `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`
}

async function measureLoad(title, url, callers) {
  await load(url, callers, connectionCount * 25)
  const startedAt = performance.now()
  const times = await load(url, callers, requestCount)
  const perSecond = (requestCount / (performance.now() - startedAt)) * 1000
  rows.push([`${title}: p50`, milliseconds(percentile(times, 0.5))])
  rows.push([`${title}: p99`, milliseconds(percentile(times, 0.99))])
  rows.push([`${title}: requests a second`, String(Math.round(perSecond))])
}

async function load(url, callers, count) {
  const times = []
  const connection = async (headers) => {
    for (let round = 0; round < count / callers.length; round += 1)
      times.push((await ask(url, headers)).milliseconds)
  }
  await Promise.all(callers.map(connection))
  return times
}

async function ask(url, headers, body) {
  const startedAt = performance.now()
  const { response, text } = await exchange(url, headers, body)
  if (response.statusCode >= 300) throw new Error(`${url} answered ${response.statusCode}: ${text}`)
  const cookie = response.headers['set-cookie']?.map((line) => line.split(';')[0]).join('; ')
  return { milliseconds: performance.now() - startedAt, cookie, body: JSON.parse(text) }
}

function exchange(url, headers, body) {
  return new Promise((resolve, reject) => {
    const method = body ? 'POST' : 'GET'
    const type = body && { 'content-type': 'application/json' }
    const sent = request(url, { agent, method, headers: { ...headers, ...type } }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => (text += chunk))
      response.on('end', () => resolve({ response, text }))
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}

/** Memory of the program and all its child processes; shared memory is counted once. */
function memory(pid) {
  const parents = new Map()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
    parents.set(Number(name), Number(readProcess(name, 'stat').replace(/.*\) /s, '').split(' ')[1]))
  const isOurs = (id) => id === pid || (parents.has(id) && isOurs(parents.get(id)))
  const kibibytes = [...parents.keys()]
    .filter(isOurs)
    .map((id) => Number(/^Pss:\s+(\d+)/m.exec(readProcess(id, 'smaps_rollup'))?.[1] ?? 0))
  const total = kibibytes.reduce((sum, value) => sum + value, 0)
  return `${Math.round(total / 1024)} MiB in ${kibibytes.length} processes`
}

/** A process may end while it is being read. */
function readProcess(id, file) {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

function percentile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]
}

function milliseconds(value) {
  return `${value.toFixed(1)} ms`
}
