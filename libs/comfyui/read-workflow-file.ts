import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { ConfigError } from '@styling/service';
import { readWorkflow, type TryOnWorkflow, WorkflowError } from './workflow.ts';

/** A workflow, and the name by which images record what made them: `comfyui/<file>:<start of its SHA-256>`. */
export type NamedWorkflow = TryOnWorkflow & { readonly model: string };

/**
 * Reads the operator's workflow.
 *
 * @throws ConfigError with one line that names COMFYUI_WORKFLOW
 */
export function readWorkflowFile(path: string): NamedWorkflow {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`COMFYUI_WORKFLOW: the file cannot be read (${code})`, { cause: error });
  }
  try {
    const name = basename(path, extname(path)).replaceAll(/[^\w.-]/g, '-');
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
    return { ...readWorkflow(text), model: `comfyui/${name}:${digest}` };
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    throw new ConfigError(`COMFYUI_WORKFLOW: ${error.message}`, { cause: error });
  }
}
