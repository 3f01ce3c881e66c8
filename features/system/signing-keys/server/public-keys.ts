import { createPublicKey, type KeyObject } from 'node:crypto'
import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { findKeyOwner, findPublicKey } from './signing-keys.sql.ts'

/** How long another process may still accept a key that was deleted here. */
const keepMs = 5_000
const keptMax = 500

interface Kept {
  until: number
  key: KeyObject | undefined
}

const kept = new Map<string, Kept>()

const nameOf = (environment: { id: string }, keyId: string) => `${environment.id} ${keyId}`

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

const readKey = (pem: string | undefined) => {
  try {
    return pem === undefined ? undefined : createPublicKey(pem)
  } catch {
    return undefined
  }
}

/** The key with this id in this environment; keys of other environments count as unknown. */
export const publicKeyOf = async (environment: Environment, keyId: string) => {
  if (!isUuid(keyId)) return undefined
  const name = nameOf(environment, keyId.toLowerCase())
  const known = kept.get(name)
  if (known && known.until > Date.now()) return known.key
  const key = readKey(await findPublicKey(environment, keyId))
  // Unknown ids are not cached.
  kept.delete(name)
  if (key) {
    const oldest = kept.keys().next().value
    if (kept.size >= keptMax && oldest !== undefined) kept.delete(oldest)
    kept.set(name, { until: Date.now() + keepMs, key })
  }
  return key
}

/** Used when only the key identifies the tenant; undefined for unknown ids. */
export const environmentOfKey = async (
  { postgres, clickhouse }: App,
  keyId: string,
): Promise<Environment | undefined> => {
  const owner = isUuid(keyId) ? await findKeyOwner(postgres, keyId) : undefined
  return (
    owner && {
      id: owner.environment_id,
      organizationId: owner.organization_id,
      postgres,
      clickhouse,
    }
  )
}

export const forgetPublicKey = (environment: { id: string }, keyId: string) =>
  void kept.delete(nameOf(environment, keyId.toLowerCase()))
