document.body.append(Object.assign(document.createElement('input'), { id: 'field', ariaLabel: 'Plain' }));
