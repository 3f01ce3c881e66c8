import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const teamWeb = webFeature({
  screens: [
    {
      scope: 'bare',
      session: 'any',
      address: 'accept-organization-invite',
      alsoAt: ['accept-organization-invite/$inviteId'],
      title: 'Join organization',
      load: () => import('./join/join-screen.tsx'),
    },
  ],
})
