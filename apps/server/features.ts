import { accessTokensServer } from '@playhead/features/account/access-tokens/server'
import { environmentsServer } from '@playhead/features/account/environments/server'
import { operatorServer } from '@playhead/features/account/operator/server'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import { profileServer } from '@playhead/features/account/profile/server'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { supportServer } from '@playhead/features/account/support/server'
import { teamServer } from '@playhead/features/account/team/server'
import { backupServer } from '@playhead/features/operations/backup/server'
import { doctorServer } from '@playhead/features/operations/doctor/server'
import { rebuildServer } from '@playhead/features/operations/rebuild/server'

/** One line a feature, sorted. */
export const features = [
  accessTokensServer,
  backupServer,
  doctorServer,
  environmentsServer,
  operatorServer,
  organizationsServer,
  profileServer,
  rebuildServer,
  signInServer,
  supportServer,
  teamServer,
]
