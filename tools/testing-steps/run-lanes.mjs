import { Stop } from '../setup/stop.mjs'
import { stepLine } from './summary.mjs'

/**
 * Runs lanes of steps in parallel, the steps of a lane in sequence. Every step runs, even after a failure: one failure
 * hides no other.
 * @param {[string, () => Promise<boolean>][][]} lanes
 */
export const runLanes = async (lanes) => {
  const done = await Promise.all(lanes.map((lane) => runLane(lane)))
  return done.flat()
}

async function runLane(lane) {
  const done = []
  for (const [name, step] of lane) {
    const startedAt = performance.now()
    const isGreen = await runStep(step)
    const seconds = (performance.now() - startedAt) / 1000
    done.push({ name, isGreen, seconds })
    console.log(stepLine({ name, isGreen, seconds }))
  }
  return done
}

async function runStep(step) {
  try {
    return await step()
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error)
    return false
  }
}
