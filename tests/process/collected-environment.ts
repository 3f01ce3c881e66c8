import { aCollectedEnvironment } from '@playhead/collector/runtime/testing-collector.ts'
import type { operatorOf } from '../video/uploads-program.ts'

/**
 * An environment of the running program in the collector's format, and the header of a token with all permissions in
 * it.
 */
export const makeCollectedEnvironment = async (operate: ReturnType<typeof operatorOf>) => {
  const organization = await operate('organization', 'create', '--name', 'Crash')
  const of = ['--organization', organization.id ?? '']
  const environment = await operate('environment', 'create', ...of, '--name', 'Crash')
  const permissions = ['--permissions', 'data:read,data:write,video:read,video:write']
  const token = await operate(
    'token',
    'create',
    '--environment',
    environment.id ?? '',
    ...permissions,
  )
  return {
    ...aCollectedEnvironment({ id: environment.id ?? '', key: token.environment_key ?? '' }),
    authorization: `Basic ${Buffer.from(`${token.id}:${token.secret}`).toString('base64')}`,
  }
}
