import { startTelemetry } from '@styling/telemetry';
import { expect, it, onTestFinished } from 'vitest';
import { reportPrediction } from './report-prediction.ts';

it('given predictions with and without a price, then durations and costs are those of their models', async () => {
  const telemetry = await startTelemetry('trial', false);
  onTestFinished(() => telemetry.stop());
  const own = { provider: 'comfyui', model: 'klein', status: 'succeeded' };
  reportPrediction({ ...own, seconds: 3 });
  const paid = { provider: 'openai-images', model: 'gpt', status: 'succeeded' };
  reportPrediction({ ...paid, seconds: 20, usd: 0.25 });
  reportPrediction({ ...paid, usd: 0.5 });
  const lines = (await telemetry.metricsText()).split('\n').filter((line) => !line.startsWith('#'));
  const of = (provider: string, model: string) =>
    `{styling_provider="${provider}",styling_model="${model}",styling_prediction_status="succeeded"}`;
  expect(lines).toEqual(
    expect.arrayContaining([
      `styling_prediction_duration_seconds_sum${of('comfyui', 'klein')} 3`,
      `styling_prediction_cost_total${of('comfyui', 'klein')} 0`,
      `styling_prediction_duration_seconds_count${of('openai-images', 'gpt')} 1`,
      `styling_prediction_cost_total${of('openai-images', 'gpt')} 0.75`,
    ]),
  );
});
