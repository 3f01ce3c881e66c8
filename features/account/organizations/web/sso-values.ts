import { urlError } from '@playhead/domain/field-rules.ts'

interface StoredConnection {
  issuer: string
  clientId: string
  emailDomains: string[]
  required: boolean
}

/** The form shows the domains as one line of text. */
export const ssoValues = (connection: StoredConnection | null) => ({
  issuer: connection?.issuer ?? '',
  clientId: connection?.clientId ?? '',
  clientSecret: '',
  emailDomains: connection?.emailDomains.join(', ') ?? '',
  required: connection?.required ?? false,
})

type SsoValues = ReturnType<typeof ssoValues>

export const domainsIn = (text: string) =>
  text
    .split(/[\s,;]+/)
    .map((domain) => domain.replace(/^@/, '').toLowerCase())
    .filter(Boolean)

const domainShape = /^[^\s@.]+(\.[^\s@.]+)+$/

const domainsError = (text: string) => {
  const wrong = domainsIn(text).find((domain) => !domainShape.test(domain))
  return wrong && `“${wrong}” is not a domain`
}

export const ssoErrors = (values: SsoValues, hasSecret: boolean) => ({
  issuer: urlError(values.issuer.trim()),
  clientId: values.clientId.trim() ? undefined : 'Client id is required',
  clientSecret: values.clientSecret || hasSecret ? undefined : 'Client secret is required',
  emailDomains: domainsError(values.emailDomains),
})

export const ssoInput = (values: SsoValues) => ({
  issuer: values.issuer.trim(),
  clientId: values.clientId.trim(),
  ...(values.clientSecret && { clientSecret: values.clientSecret }),
  emailDomains: domainsIn(values.emailDomains),
  required: values.required,
})
