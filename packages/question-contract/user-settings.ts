import { z } from 'zod/mini'
import { endpoints, get, put } from '@playhead/contract-kit/define.ts'
import { signedIn } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'

const UserSettings = z.object({
  starred_dimensions: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(200)),
})

/** The dimensions that a user wants to see first. METR-048 */
export const userSettings = endpoints({
  retrieveSettings: get('/ui/v1/users/current-user/settings', {
    access: signedIn,
    summary: 'The settings of the signed-in person',
    returns: dataOf(UserSettings),
  }),
  updateSettings: put('/ui/v1/users/current-user/settings', {
    access: signedIn,
    summary: 'Save the settings of the signed-in person',
    body: z.object({ settings: UserSettings }),
    returns: dataOf(UserSettings),
  }),
})
