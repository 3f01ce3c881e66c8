import { ApiError } from '@playhead/contract-kit/errors.ts'
import { newMediaCheck } from '@playhead/features/video/assets/server'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import { includedIn } from './included-in.ts'
import { countVideos, findLimited } from './limits.sql.ts'

/** In the transaction of a new asset, so that two at once do not both take the last place. */
export const checkVideos = newMediaCheck({
  order: 10,
  check: async (_app, { organizationId: id, postgres }, what) => {
    if (what === 'live_stream' || what === 'broadcast') return
    const organization = { id, postgres }
    const { videos } = includedIn(await findLimited(organization))
    if (videos === undefined) return
    await lockOrganization(organization)
    if ((await countVideos(organization)) < videos) return
    throw new ApiError('upgrade_required', {
      name: 'assets',
      messages: [`Your plan includes ${videos} videos. Delete one, or upgrade your plan.`],
    })
  },
})
