import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const commands = [
  {
    name: 'user create',
    summary: 'Create a user',
    options: [
      { name: 'email', summary: 'The address', required: true, kind: 'text' },
      { name: 'organization_id', summary: 'Where', required: false, kind: 'text' },
      { name: 'admin', summary: 'As admin', required: false, kind: 'flag' },
    ],
  },
  { name: 'user', summary: 'Show users', options: [] },
  {
    name: 'backup',
    summary: 'Write a backup',
    options: [{ name: 'to', summary: 'The file', required: true, kind: 'path' }],
  },
  { name: 'doctor', summary: 'Tell what is well', options: [] },
  { name: 'rebuild', summary: 'Derive views again', options: [] },
]

const root = mkdtempSync(path.join(tmpdir(), 'operator-'))
const folder = path.join(root, 'data')
const received: unknown[] = []
let server: Server

beforeAll(async () => {
  mkdirSync(folder)
  server = createServer((incoming, reply) => {
    let text = ''
    incoming.on('data', (chunk: Buffer) => (text += chunk.toString()))
    incoming.on('end', () => {
      if (text.includes('"backup"') && incoming.headers.accept === 'application/x-ndjson')
        return void answerInLines(reply, text)
      const [status, answer] = answerTo(incoming.url ?? '', text)
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(path.join(folder, 'playhead.sock'), resolve))
})

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  rmSync(root, { recursive: true, force: true })
})

const told = { message: 'Writing rows: 3 rows', step: 'Writing rows', rows: 3 }

function answerInLines(reply: ServerResponse, text: string) {
  received.push(JSON.parse(text))
  reply.writeHead(200, { 'content-type': 'application/x-ndjson' })
  reply.write(`${JSON.stringify({ progress: told })}\n`)
  if (text.includes('cut-off')) return reply.destroy()
  const refusal = { error: { type: 'invalid_parameters', messages: ['It is full'] } }
  const isRefused = text.includes('full')
  const answer = isRefused ? { status: 422, body: refusal } : { status: 200, body: { file: 'x' } }
  return reply.end(`${JSON.stringify(answer)}\n`)
}

function answerTo(url: string, text: string): [number, unknown] {
  if (url === '/commands') return [200, commands]
  received.push(JSON.parse(text))
  if (text.includes('taken@example.com'))
    return [422, { error: { type: 'invalid_parameters', messages: ['Email is taken'] } }]
  if (text.includes('"doctor"'))
    return [
      200,
      {
        status: 'failed',
        checks: [
          { name: 'Database', status: 'failed', detail: 'Nothing answers.' },
          { name: 'Mail', status: 'ok', detail: 'It takes mail.' },
        ],
      },
    ]
  return [200, { id: 'u1', secret: 's3cret', roles: ['admin', 'member'] }]
}

function playhead(args: string[], data = folder, cwd = process.cwd()) {
  const tool = path.join(import.meta.dirname, 'playhead.mjs')
  const child = spawn(process.execPath, [tool, ...args], {
    cwd,
    env: { ...process.env, PLAYHEAD_DATA: data },
  })
  return new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.on('close', (status) => resolve({ status, stdout, stderr }))
  })
}

test('with --json a command prints one object on one line and sends its options in snake case', async () => {
  const answer = await playhead(
    'user create --json --email=ada@example.com --admin --organization-id o1'.split(' '),
  )
  expect(answer).toEqual({
    status: 0,
    stdout: '{"id":"u1","secret":"s3cret","roles":["admin","member"]}\n',
    stderr: '',
  })
  expect(received.at(-1)).toEqual({
    command: 'user create',
    options: { email: 'ada@example.com', admin: true, organization_id: 'o1' },
  })
})

test('without --json an answer is a line per field', async () => {
  const { stdout } = await playhead(['user', 'create', '--email', 'ada@example.com'])
  expect(stdout).toBe('id: u1\nsecret: s3cret\nroles: admin, member\n')
})

test('rows are shown as columns, and a failed status exits with 1', async () => {
  expect(await playhead(['doctor'])).toEqual({
    status: 1,
    stdout: [
      'status: failed',
      'checks:',
      '  name      status  detail',
      '  Database  failed  Nothing answers.',
      '  Mail      ok      It takes mail.',
      '',
    ].join('\n'),
    stderr: '',
  })
  const { status, stdout } = await playhead(['doctor', '--json'])
  expect(status).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ status: 'failed' })
  expect(stdout.trimEnd()).not.toContain('\n')
})

test.each([
  ['backups/today.gz', path.join(root, 'backups/today.gz')],
  ['/backups/today.gz', '/backups/today.gz'],
])('the path %s is meant from the folder it was typed in', async (typed, meant) => {
  await playhead(['backup', '--to', typed], folder, root)
  expect(received.at(-1)).toEqual({ command: 'backup', options: { to: meant } })
})

test('with --json progress goes to standard error, a line each, and the answer stays one line', async () => {
  expect(await playhead(['backup', '--to', '/x', '--json'])).toEqual({
    status: 0,
    stdout: '{"file":"x"}\n',
    stderr: `${JSON.stringify({ progress: told })}\n`,
  })
})

test('a log gets no progress', async () => {
  expect(await playhead(['backup', '--to', '/x'])).toEqual({
    status: 0,
    stdout: 'file: x\n',
    stderr: '',
  })
})

test('a refusal after progress is a refusal, and a server that goes away is named', async () => {
  expect(await playhead(['backup', '--to', '/full'])).toEqual({
    status: 1,
    stdout: '',
    stderr: 'It is full\n',
  })
  expect(await playhead(['backup', '--to', '/cut-off'])).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The server stopped before it had answered.\n',
  })
})

test('the longest command name wins over its first word', async () => {
  await playhead(['user'])
  expect(received.at(-1)).toEqual({ command: 'user', options: {} })
})

test("a refusal prints the server's messages to standard error and exits with 1", async () => {
  const answer = await playhead(['user', 'create', '--json', '--email', 'taken@example.com'])
  expect(answer).toEqual({ status: 1, stdout: '', stderr: 'Email is taken\n' })
})

test.each([
  ['a missing option', ['user', 'create'], 'user create needs --email.\n'],
  [
    'an unknown option',
    ['user', 'create', '--mail', 'x'],
    'user create has no option --mail. It has --email, --organization-id, --admin.\n',
  ],
  ['an option without its value', ['user', 'create', '--email'], '--email needs a value.\n'],
  ['a stray word', ['rebuild', 'now'], 'rebuild does not understand "now".\n'],
])('%s is told in one sentence', async (_, args, sentence) => {
  const before = received.length
  expect(await playhead(args)).toEqual({ status: 1, stdout: '', stderr: sentence })
  expect(received).toHaveLength(before)
})

test('an unknown command shows what there is', async () => {
  const { status, stderr } = await playhead(['frobnicate'])
  expect(status).toBe(1)
  expect(stderr).toContain('Unknown command: frobnicate')
  expect(stderr).toContain('user create  Create a user')
})

test('--help describes a command', async () => {
  const { status, stdout } = await playhead(['user', 'create', '--help'])
  expect(status).toBe(0)
  expect(stdout).toContain(
    'Usage: npx playhead user create --email … [--organization-id …] [--admin] [--json]',
  )
})

test('without a running server the sentence names the data folder', async () => {
  const empty = path.join(root, 'empty')
  const { status, stderr } = await playhead(['rebuild'], empty)
  expect(status).toBe(1)
  expect(stderr).toBe(
    `No Playhead server runs on the data folder ${empty}. Start it with npm start, or name another folder in PLAYHEAD_DATA.\n`,
  )
})

test('a data folder with a long path is reached all the same', async () => {
  const long = path.join(root, 'x'.repeat(60), 'y'.repeat(60))
  mkdirSync(long, { recursive: true })
  const { stderr } = await playhead(['rebuild'], long)
  expect(stderr).toContain(`No Playhead server runs on the data folder ${long}`)
})
