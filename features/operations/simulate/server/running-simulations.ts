import { Simulation } from './simulation.ts'

export const runningSimulations = new Set<Simulation>()
