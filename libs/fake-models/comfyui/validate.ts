import type { Folders } from './folders.ts';
import { IMAGE_FILE, linkedTo, neededBy, nodeClasses, type Prompt } from './nodes.ts';

type ErrorOf = {
  readonly type: string;
  readonly message: string;
  readonly details: string;
  readonly extra_info: object;
};
type NodeErrors = Readonly<Record<string, { readonly errors: readonly ErrorOf[]; readonly class_type: string }>>;

/** What ComfyUI says to a prompt: its outputs that can run, and what is wrong with the others. */
export type Validation = {
  readonly outputs: readonly string[];
  readonly error?: ErrorOf;
  readonly nodeErrors: NodeErrors;
};

const problem = (type: string, message: string, details = '', extra_info: object = {}): ErrorOf => ({
  type,
  message,
  details,
  extra_info,
});

/** Validates a prompt as ComfyUI's `execution.validate_prompt` does. */
export function validate(prompt: Prompt, folders: Folders): Validation {
  for (const [id, { class_type }] of Object.entries(prompt)) {
    if (!nodeClasses[class_type]) {
      const details = { node_id: id, class_type };
      const error = problem('missing_node_type', `Node '${class_type}' not found.`, `Node ID '#${id}'`, details);
      return { outputs: [], error, nodeErrors: {} };
    }
  }
  const outputs = Object.keys(prompt).filter((id) => nodeClasses[prompt[id]?.class_type ?? '']?.isOutput);
  if (outputs.length === 0) {
    return { outputs, error: problem('prompt_no_outputs', 'Prompt has no outputs'), nodeErrors: {} };
  }
  const nodeErrors: Record<string, { errors: ErrorOf[]; dependent_outputs: string[]; class_type: string }> = {};
  const good = outputs.filter((output) => {
    const wrong = neededBy(prompt, output).filter((id) => {
      const errors = errorsOf(prompt, id, folders);
      if (errors.length > 0) {
        nodeErrors[id] = { errors, dependent_outputs: [output], class_type: prompt[id]?.class_type ?? '' };
      }
      return errors.length > 0;
    });
    return wrong.length === 0;
  });
  const failed = problem('prompt_outputs_failed_validation', 'Prompt outputs failed validation');
  return { outputs: good, nodeErrors, ...(good.length === 0 && { error: failed }) };
}

function errorsOf(prompt: Prompt, id: string, folders: Folders): ErrorOf[] {
  const { class_type = '', inputs = {} } = prompt[id] ?? {};
  const { required = {}, optional = {} } = nodeClasses[class_type] ?? {};
  const missing = Object.keys(required)
    .filter((name) => inputs[name] === undefined)
    .map((name) => problem('required_input_missing', 'Required input is missing', name, { input_name: name }));
  const wrong = Object.entries({ ...required, ...optional }).flatMap(([name, type]) => {
    const value = inputs[name];
    const about = { input_name: name, received_value: value };
    const source = linkedTo(value);
    if (source !== undefined) {
      const outputs = nodeClasses[prompt[source]?.class_type ?? '']?.output;
      if (!outputs) return [problem('bad_linked_input', 'Bad linked input', name, about)];
      return outputs[Number((value as unknown[])[1])] === type
        ? []
        : [problem('return_type_mismatch', 'Return type mismatch between linked nodes', name, about)];
    }
    if (value === undefined) return [];
    if (type === IMAGE_FILE && !folders.has('input', String(value))) {
      return [problem('custom_validation_failed', 'Custom validation failed for node', 'Invalid image file', about)];
    }
    if (Array.isArray(type) && !type.includes(value)) {
      return [problem('value_not_in_list', 'Value not in list', `${name}: '${value}' not in ${type}`, about)];
    }
    if ((type === 'INT' || type === 'FLOAT') && Number.isNaN(Number(value))) {
      return [problem('invalid_input_type', `Failed to convert an input value to a ${type} value`, name, about)];
    }
    return [];
  });
  return [...missing, ...wrong];
}
