import { giveBackAttempt, takeAttempt } from '@playhead/server-kit/limits/attempts.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { support } from '../contract.ts'
import { supportMail } from './support-mail.ts'

const supportLimit = { kind: 'support', max: 10, windowMinutes: 60 }

export const sendSupportMail: Handlers<typeof support>['create'] = async ({
  app,
  session,
  member,
  request,
  body,
}) => {
  await takeAttempt(app, supportLimit, session.user_id)
  const mail = supportMail({
    to: app.settings.mailFrom,
    ...body.email,
    person: session,
    place: {
      organization: member && `${member.membership.name} (${member.organization.id})`,
      environment:
        member?.environmentRow && `${member.environmentRow.name} (${member.environmentRow.id})`,
    },
    requestId: request.id,
  })
  try {
    await app.mailer.send(mail)
  } catch (error) {
    await giveBackAttempt(app, supportLimit, session.user_id)
    throw error
  }
  return undefined
}
