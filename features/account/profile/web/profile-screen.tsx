import { SecondFactorCard } from '@playhead/features/account/second-factor/web'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { useSession } from '@playhead/web-kit/session/use-session.ts'
import { AppearanceCard } from './appearance-card.tsx'
import { PasswordForm } from './password-form.tsx'
import { PersonalInfoForm } from './personal-info-form.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SignedInCard } from './signed-in-card.tsx'

export const Screen = () => {
  const { currentUser } = useSession()
  if (!currentUser) return <ProfileSkeleton />
  return (
    <div className="max-w-md">
      <Stack gap={4}>
        <PersonalInfoForm key={currentUser.id} user={currentUser} />
        {/* AUTH-010: a person who signs in through a provider has no password here. */}
        {!currentUser.oauthLogin && <PasswordForm user={currentUser} />}
        <SecondFactorCard />
        <SessionsCard />
        <AppearanceCard />
        <SignedInCard email={currentUser.email} />
      </Stack>
    </div>
  )
}
