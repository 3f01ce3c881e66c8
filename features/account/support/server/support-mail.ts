import type { Mail } from '@playhead/server-kit/mail/mailer.ts'

interface SupportRequest {
  to: string
  subject: string
  message: string
  person: { first_name: string; last_name: string; email: string }
  /** The organization and environment the person was in, if any. */
  place: { organization?: string | undefined; environment?: string | undefined }
  requestId: string
}

export const supportMail = (request: SupportRequest): Mail => {
  const { person, place } = request
  const name = `${person.first_name} ${person.last_name}`.trim()
  const facts = [
    `Reply to: ${name === '' ? person.email : `${name} <${person.email}>`}`,
    place.organization && `Organization: ${place.organization}`,
    place.environment && `Environment: ${place.environment}`,
    `Request: ${request.requestId}`,
  ]
  return {
    to: request.to,
    subject: `Support: ${request.subject.replaceAll(/\s+/g, ' ')}`,
    text: `${facts.filter(Boolean).join('\n')}\n\n${request.message}\n`,
  }
}
