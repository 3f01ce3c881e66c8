import { Stop } from '../setup/stop.mjs'
import { joinActivity } from './activity-socket.mjs'
import { Deliveries } from './deliveries.mjs'
import { findToken, requireToken } from './find-token.mjs'
import { readKeys } from './read-keys.mjs'
import { signingSecretOf } from './send-signed.mjs'
import { listenSettings } from './settings.mjs'
import { tellerOf } from './teller.mjs'

const invalid = 'The access token is not valid any more.'
/** Reasons that do not go away; the client joins again by itself after all others. */
const refusals = {
  unauthorized: invalid,
  'unmatched topic': 'The access token may not listen to this organization.',
  closed: 'The server has ended this: the access token may not listen any more.',
}

/** Sends events to an address of this machine until it is stopped. Nothing is stored. */
export const listen = async (options, isJson) => {
  const settings = listenSettings(options)
  const token = await requireToken(settings)
  const secret = signingSecretOf(settings.secret)
  const teller = tellerOf(isJson)
  const deliveries = new Deliveries({ address: settings.forward, secret, tell: teller.delivery })

  let end
  let isEnding = false
  const ended = new Promise((resolve, reject) => {
    end = (problem) => {
      isEnding = true
      if (problem === undefined) resolve()
      else reject(new Stop(problem))
    }
  })
  const stop = () => end()
  process.once('SIGINT', stop).once('SIGTERM', stop)

  const leftOut = () => teller.note('Events come faster than they are taken; some were left out.')
  const on = {
    joined: (isAgain) => {
      if (isAgain) teller.note('Connected again.')
      else teller.started({ secret, forward: settings.forward, token })
    },
    event: (event) => {
      if (event.environment.id !== token.environment_id || !settings.isWanted(event.type)) return
      const isFirst = deliveries.counts.leftOut === 0
      if (!deliveries.add(event) && isFirst) leftOut()
    },
    gap: () => teller.note('Too much was missed: the events of this time are left out.'),
    lost: () => {
      if (!isEnding) teller.note('The connection was lost; trying again.')
    },
    refused: (reason) => {
      if (!isEnding && refusals[reason]) end(refusals[reason])
    },
    rejected: async (status, hasJoined) => {
      if (status === 404 && !hasJoined)
        return end('This address takes no sockets: the role realtime does not run there.')
      // What else stands in the way, such as a proxy without a server behind it, may go away.
      if (!hasJoined) teller.note(`The server returned ${status}; trying again.`)
      if (status !== 403) return undefined
      const isValid = await findToken(settings).catch(() => true)
      return isValid ? undefined : end(invalid)
    },
  }
  const activity = joinActivity({ ...settings, organizationId: token.organization_id, on })
  const giveBack = readKeys({
    pressed: (key) => {
      if (key === 'r' && !deliveries.repeat()) teller.note('There is no event to send again yet.')
    },
    stop,
  })
  try {
    await ended
  } finally {
    giveBack()
    deliveries.stop()
    process.off('SIGINT', stop).off('SIGTERM', stop)
    await activity.leave()
  }
  teller.ended(deliveries.counts)
}
