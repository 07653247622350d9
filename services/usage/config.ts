export { readModelVariables as variables } from '@styling/projections';
