import { apiCaller, percentile } from './api-caller.mjs'

/** Lists of 25 with one filter over the API, and what the engine alone takes for them, in turns. */
export const measureList = async ({ server, token, calls, filters, repeats }) => {
  const { call, close } = apiCaller(server.origin, token, 1)
  const timed = async (work) => {
    const startedAt = performance.now()
    const answer = await work()
    return { ms: performance.now() - startedAt, answer }
  }
  const rows = []
  const ratios = []
  const slowest = []
  for (const { name, column, value } of filters) {
    const ofApi = []
    const ofEngine = []
    const parameter = ['status', 'method'].includes(column) ? `${column}[]` : column
    const query = `${encodeURIComponent(parameter)}=${encodeURIComponent(value)}&facets=false`
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const plain = await timed(() => calls.listPlainly(column, value))
      const listed = await timed(() => call(`/ui/v1/logs?${query}`))
      if (listed.answer.status !== 200) throw new Error(listed.answer.text)
      const found = JSON.parse(listed.answer.text).data.length
      if (found === 0 || found !== plain.answer.length)
        throw new Error(`${name}: ${found} of ${plain.answer.length} calls were listed.`)
      ofApi.push(listed.ms)
      ofEngine.push(plain.ms)
    }
    const [api, engine] = [percentile(ofApi, 0.95), percentile(ofEngine, 0.95)]
    ratios.push(percentile(ofApi, 0.5) / percentile(ofEngine, 0.5))
    slowest.push(api)
    rows.push([
      `List of 25 by ${name}, p95: API, engine alone`,
      `${api.toFixed(0)} ms, ${engine.toFixed(0)} ms`,
    ])
  }
  const whole = []
  for (let repeat = 0; repeat < Math.min(repeats, 5); repeat += 1)
    whole.push((await timed(() => call('/ui/v1/logs'))).ms)
  const summary = []
  for (let repeat = 0; repeat < Math.min(repeats, 5); repeat += 1)
    summary.push((await timed(() => call('/ui/v1/logs/summary'))).ms)
  close()
  return [
    ...rows,
    ['Slowest p95 of a list', `${Math.max(...slowest).toFixed(0)} ms of 150 ms`],
    ['Largest ratio of medians, API ÷ engine', `${Math.max(...ratios).toFixed(2)} of 1.3`],
    ['List with how many calls have each value, p50', `${percentile(whole, 0.5).toFixed(0)} ms`],
    ['Summary of the last 24 hours, p50', `${percentile(summary, 0.5).toFixed(0)} ms`],
  ]
}
