import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { secondFactor } from '../../contract.ts'
import { requireOwner } from '../change-factors.ts'
import { passkeyAlgorithms } from './passkey-algorithms.ts'
import { newChallenge } from './passkey-challenge.ts'
import { listPasskeys } from './passkeys.sql.ts'
import { refuseTooMany } from './refuse-too-many.ts'
import { requireRelyingParty } from './relying-party.ts'

export const startPasskey: Handlers<typeof secondFactor>['startPasskey'] = async (changer) => {
  const { app, request, session } = changer
  await requireOwner(changer)
  const { id: rpId } = requireRelyingParty(app, request)
  const present = await listPasskeys(app.postgres, session.user_id)
  refuseTooMany(present.length)
  const name = `${session.first_name} ${session.last_name}`.trim()
  return {
    data: {
      ...(await newChallenge(app, 'registration', session.user_id)),
      rp: { id: rpId, name: 'Playhead' },
      user: {
        id: Buffer.from(session.user_id).toString('base64url'),
        name: session.email,
        display_name: name || session.email,
      },
      algorithms: passkeyAlgorithms,
      exclude: present
        .filter(({ rp_id }) => rp_id === rpId)
        .map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    },
  }
}
