import { feature } from '@playhead/server-kit/feature.ts'
import { doctorCommand } from './doctor-command.ts'

export const doctorServer = feature('doctor', { commands: [doctorCommand] })
