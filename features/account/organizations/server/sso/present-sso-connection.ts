import type { SsoConnectionRow } from './sso-connection.sql.ts'

export const presentSsoConnection = ({
  id,
  issuer,
  client_id,
  email_domains,
  required,
}: SsoConnectionRow) => ({ id, issuer, client_id, email_domains, required })
