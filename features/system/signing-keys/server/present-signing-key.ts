import type { SigningKeyRow } from './signing-keys.sql.ts'

export const presentSigningKey = ({ id, created_at: createdAt }: SigningKeyRow) => ({
  id,
  created_at: String(Math.floor(createdAt.getTime() / 1000)),
})
