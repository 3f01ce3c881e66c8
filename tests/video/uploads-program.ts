import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const tool = join(import.meta.dirname, '../../tools/playhead.mjs')

/** Operator commands for the program on this data folder. */
export const operatorOf =
  (folder: string) =>
  async (...words: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [tool, ...words, '--json'], {
      env: { ...process.env, PLAYHEAD_DATA: folder },
    })
    return JSON.parse(stdout) as Record<string, string>
  }

/** The header of a token with all video permissions in a separate environment. */
export const makeVideoCaller = async (operate: ReturnType<typeof operatorOf>) => {
  const organization = await operate('organization', 'create', '--name', 'Uploads')
  const of = ['--organization', organization.id ?? '']
  const environment = await operate('environment', 'create', ...of, '--name', 'Uploads')
  const permissions = ['--permissions', 'video:read,video:write']
  const given = ['--environment', environment.id ?? '', '--name', 'Uploads', ...permissions]
  const token = await operate('token', 'create', ...given)
  return `Basic ${Buffer.from(`${token.id}:${token.secret}`).toString('base64')}`
}
